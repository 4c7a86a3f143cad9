// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.run;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.drive.spec.RunListener;

/**
 * Distinguishes exceptions of a plugin that are its own fault from those about the SUT (measurement rule M15). A
 * checked exception, or an unchecked one that a checked one has caused, is about the SUT or the connection to it.
 * Everything else is a fault: an {@link Error}, and exceptions that show a programming error.
 */
public final class PluginFaults {
    private static final int MAX_CAUSES = 20;
    private static final int MESSAGE_CHARACTERS = 1_000;
    private static final int MAX_FRAMES = 3;
    private static final String HARNESS = "org.plateaubench.drive.";
    private static final String PLUGIN_LOADER = "plugin-";
    private static final String PLATFORM_LOADER = "platform";

    private PluginFaults() {}

    /** An exception of an operation may be the plugin's fault: it must report the SUT's behaviour by outcomes. */
    static boolean isFault(Throwable thrown) {
        return isFault(thrown, false);
    }

    /** Outside of an operation, an unchecked exception of a client library may mean that the SUT refused. */
    public static boolean isFaultOutsideOperation(Throwable thrown) {
        return isFault(thrown, true);
    }

    private static boolean isFault(Throwable thrown, boolean allowLibraryExceptions) {
        try {
            Throwable failure = unwrapped(thrown);
            List<Throwable> causes = causes(failure);
            // A class or method that is missing is never an answer of the SUT, even if a library wraps it.
            return failure instanceof Error
                    || causes.stream().anyMatch(LinkageError.class::isInstance)
                    || (failure instanceof RuntimeException
                            && causes.stream().noneMatch(PluginFaults::isChecked)
                            && (!allowLibraryExceptions || isOfPlatform(failure.getClass())));
        } catch (RuntimeException | Error e) {
            // The exception's own code has failed.
            return true;
        }
    }

    private static Throwable unwrapped(Throwable thrown) {
        return Stream.concat(Stream.of(thrown), causes(thrown).stream())
                .filter(each -> !isWrapper(each) || each.getCause() == null)
                .findFirst()
                .orElse(thrown);
    }

    /** The causes of an exception, the innermost last. */
    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = thrown.getCause();
                cause != null && causes.size() < MAX_CAUSES;
                cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExecutionException
                || thrown instanceof CompletionException
                || thrown instanceof InvocationTargetException
                || thrown instanceof UndeclaredThrowableException;
    }

    private static boolean isChecked(Throwable thrown) {
        return thrown instanceof Exception && !(thrown instanceof RuntimeException);
    }

    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /** The reason of a failure of the SUT in words. For an unchecked exception it includes the class. */
    static String reason(Throwable thrown) {
        String reason = message(thrown);
        if (thrown instanceof IOException failed) {
            reason = IoReason.of(failed);
        } else if (!(thrown instanceof RuntimeException) && !(thrown instanceof Error) && thrown.getMessage() != null) {
            reason = thrown.getMessage();
        }
        return reason.substring(0, Math.min(reason.length(), MESSAGE_CHARACTERS));
    }

    /** The message of a plugin's exception, whose own code may fail too. */
    public static String message(Throwable thrown) {
        try {
            String text = String.valueOf(thrown.toString());
            return text.substring(0, Math.min(text.length(), MESSAGE_CHARACTERS));
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName();
        }
    }

    /** Place, message and innermost cause; the place first, since long texts are truncated. */
    public static String text(Throwable thrown, RunListener listener) {
        listener.pluginThrew(thrown);
        String place = place(thrown);
        String message = message(thrown);
        return (place == null ? "" : place + ": ") + message + cause(thrown, message);
    }

    /** The innermost cause, unless the message names it. */
    private static String cause(Throwable thrown, String message) {
        try {
            List<Throwable> causes = causes(thrown);
            String text = message(causes.isEmpty() ? thrown : causes.getLast());
            return message.contains(text) ? "" : "; caused by " + text;
        } catch (RuntimeException | Error e) {
            return "";
        }
    }

    /** The innermost place in code of a plugin, or else outside of the platform; null in optimised code. */
    private static @Nullable String place(Throwable thrown) {
        try {
            StackTraceElement found = null;
            for (StackTraceElement frame : unwrapped(thrown).getStackTrace()) {
                String loader = frame.getClassLoaderName();
                if (loader != null && loader.startsWith(PLUGIN_LOADER)) {
                    return place(frame);
                }
                boolean isOutside = loader != null && !loader.equals(PLATFORM_LOADER);
                found = found == null && isOutside ? frame : found;
            }
            return found == null ? null : place(found);
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** The place of a thread: the innermost frames outside of platform and harness, or else the innermost one. */
    public static String place(StackTraceElement[] stack) {
        List<StackTraceElement> frames = Arrays.asList(stack);
        List<StackTraceElement> outside = frames.stream()
                .filter(PluginFaults::isOutside)
                .limit(MAX_FRAMES)
                .toList();
        return (outside.isEmpty() ? frames.stream().limit(1) : outside.stream())
                .map(frame -> " " + place(frame))
                .collect(Collectors.joining(","));
    }

    private static boolean isOutside(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return loader != null
                && !loader.equals(PLATFORM_LOADER)
                && !frame.getClassName().startsWith(HARNESS);
    }

    private static String place(StackTraceElement frame) {
        return "at " + frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }
}
