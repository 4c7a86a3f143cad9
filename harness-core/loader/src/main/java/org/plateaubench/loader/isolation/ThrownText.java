// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Describes where an exception of a plugin comes from. The exception's own code may fail. Stateless; any thread. */
public final class ThrownText {
    private static final int MOST_CAUSES = 20;

    private ThrownText() {}

    /**
     * Whether an exception is a fault of the code that threw it, so that the message must give the line: an error or an
     * unchecked exception. A checked exception is about the system with which the plugin communicates.
     */
    public static boolean isFault(Throwable thrown) {
        return thrown instanceof Error || thrown instanceof RuntimeException;
    }

    /**
     * The text to append to the message of an exception: its innermost cause, unless the message names it, and for a
     * fault the line of the plugin; empty if there is nothing to add.
     *
     * @param message the message that is displayed of the exception itself
     */
    public static String origin(String message, Throwable thrown) {
        try {
            List<Throwable> chain = chain(thrown);
            Throwable innermost = chain.getLast();
            String cause = ShownText.of(innermost.toString());
            boolean isNamed = innermost.equals(thrown)
                    || message.contains(cause)
                    || (innermost.getMessage() != null && message.contains(innermost.getMessage()));
            return (isNamed ? "" : "; caused by " + cause)
                    + (isFault(thrown) ? place(chain).map(at -> "; at " + at).orElse("") : "");
        } catch (RuntimeException | Error e) {
            return "";
        }
    }

    private static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>(List.of(thrown));
        for (Throwable cause = thrown.getCause();
                cause != null && chain.size() < MOST_CAUSES;
                cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    /** The innermost place in code of a plugin. */
    private static Optional<String> place(List<Throwable> chain) {
        return chain.reversed().stream()
                .flatMap(each -> Arrays.stream(each.getStackTrace()))
                .filter(PluginOrigin::isOfPlugin)
                .findFirst()
                .map(PluginOrigin::place);
    }
}
