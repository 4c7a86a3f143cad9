// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Locale;
import java.util.Set;
import org.plateaubench.api.Outcome;

/** Classifies errors of the server by their first word. Stateless and thread-safe. */
public final class RedisFailure {
    public static final String OTHER = "err";
    public static final String WRONG_REPLY = "wrong-reply";
    public static final String WRONG_VALUE = "wrong-value";
    public static final String MISSING_VALUE = "missing-value";
    public static final String CONNECTION_LOST = "connection-lost";
    public static final String NOT_CONNECTED = "not-connected";
    public static final String REFUSED = "connection-refused";

    /** First word of the error that a node reports while its cluster does not serve all slots. */
    public static final String CLUSTER_DOWN = "CLUSTERDOWN";

    /** Class of a command whose keys belong to several nodes. */
    public static final String CROSS_SLOT = "cross-slot";

    /** The outcome of a command that was not sent, since its keys belong to several independent servers. */
    public static final Outcome CROSS_SERVER =
            Outcome.error(CROSS_SLOT, "the keys of the command belong to several servers");

    private static final Set<String> WORDS = Set.of("""
            ERR MOVED ASK LOADING READONLY OOM NOAUTH NOPERM CLUSTERDOWN TRYAGAIN BUSY WRONGTYPE MASTERDOWN
            NOREPLICAS MISCONF NOSCRIPT EXECABORT NOPROTO
            """.strip().split("\\s+", -1));

    private RedisFailure() {}

    /** Returns the class of an error: its first word in lower case, {@link #OTHER} for an unknown one. */
    public static String errorClass(String text) {
        String word = text.split(" ", 2)[0];
        return switch (word) {
            case "WRONGPASS" -> "wrong-password";
            case "CROSSSLOT" -> CROSS_SLOT;
            default -> WORDS.contains(word) ? word.toLowerCase(Locale.ROOT) : OTHER;
        };
    }

    /** Returns the outcome of an error reply; the connection stays usable. */
    public static Outcome outcome(String text) {
        String errorClass = errorClass(text);
        boolean isRedirection = errorClass.equals("moved") || errorClass.equals("ask");
        String message = isRedirection ? "the slot of the key is at another node" : text;
        return Outcome.error(errorClass, message);
    }
}
