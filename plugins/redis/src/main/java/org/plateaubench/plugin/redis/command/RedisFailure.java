// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Outcome;

/** Classifies errors of the server by their first word. Stateless, any thread. */
public final class RedisFailure {
    /** Class of an error with an unknown first word. */
    public static final String OTHER = "err";

    public static final String WRONG_REPLY = "wrong-reply";

    public static final String WRONG_VALUE = "wrong-value";

    public static final String MISSING_VALUE = "missing-value";

    public static final String CONNECTION_LOST = "connection-lost";

    public static final String NOT_CONNECTED = "not-connected";

    public static final String REFUSED = "connection-refused";

    /** First word of the error of a node of a cluster that does not serve all slots. */
    public static final String CLUSTER_DOWN = "CLUSTERDOWN";

    /** Class of a command whose keys belong to several nodes. */
    public static final String CROSS_SLOT = "cross-slot";

    private static final Outcome APART = Outcome.error(CROSS_SLOT, "the keys of the command have several servers");

    private static final Map<String, String> CLASSES = new TreeMap<>();

    static {
        String words = """
                ERR MOVED ASK LOADING READONLY OOM NOAUTH NOPERM CLUSTERDOWN TRYAGAIN BUSY WRONGTYPE MASTERDOWN
                NOREPLICAS MISCONF NOSCRIPT EXECABORT NOPROTO
                """;
        for (String word : words.strip().split("\\s+", -1)) {
            CLASSES.put(word, word.toLowerCase(Locale.ROOT));
        }
        CLASSES.put("WRONGPASS", "wrong-password");
        CLASSES.put("CROSSSLOT", CROSS_SLOT);
    }

    private RedisFailure() {}

    /** Returns the outcome of a command that was not sent, since its keys belong to several independent servers. */
    public static Outcome apart() {
        return APART;
    }

    /** Returns the class of an error: its first word in lower case, {@link #OTHER} for an unknown one. */
    public static String errorClass(String text) {
        int end = text.indexOf(' ');
        String word = end < 0 ? text : text.substring(0, end);
        return CLASSES.getOrDefault(word, OTHER);
    }

    /** Returns the outcome of an error reply; the connection stays usable. */
    public static Outcome outcome(String text) {
        String errorClass = errorClass(text);
        boolean namesSlot = errorClass.equals("moved") || errorClass.equals("ask");
        String message = namesSlot ? "the slot of the key is at another node" : text;
        return Outcome.error(errorClass, message);
    }
}
