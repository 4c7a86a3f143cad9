// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.Arrays;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a plugin ends the process by {@code System.exit}. The JDK logs the stack of each such call, on platform
 * and virtual threads alike, before it runs the shutdown hooks. {@code Runtime.halt} is not logged. Thread-safe.
 */
public final class PluginExit {
    /** A strong reference, because the log manager has only weak references to loggers. */
    private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

    private static volatile @Nullable String sentence;

    private PluginExit() {}

    /** Starts watching; called once, before any code of a plugin runs. */
    public static void watch() {
        LOGGER.setLevel(Level.FINE);
        LOGGER.addHandler(new Handler() {
            @Override
            public void publish(LogRecord call) {
                if (call.getThrown() != null) {
                    note(call.getThrown().getStackTrace());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    private static void note(StackTraceElement[] stack) {
        Arrays.stream(stack)
                .filter(PluginOrigin::isOfPlugin)
                .findFirst()
                .ifPresent(frame -> sentence = "Plugin " + PluginOrigin.plugin(frame) + " ended the process in "
                        + PluginOrigin.place(frame)
                        + ". A plugin must not: report a failure as an outcome or an exception.");
    }

    /** A sentence for the operator about the plugin that is ending the process; empty if none is. */
    public static Optional<String> sentence() {
        return Optional.ofNullable(sentence);
    }
}
