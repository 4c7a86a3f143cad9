// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * Handles the signals that request the end of a run. A shutdown hook would be too late, because the load should ramp
 * down before the SUT's own hook stops the SUT. Reflection is used because the platform's signal handlers are not part
 * of the compile-time API.
 */
public final class Signals {
    private static final int STOP_NOW = 3;

    private Signals() {}

    /** Calls the task for every Ctrl-C and every request to terminate. */
    public static void onInterrupt(Runnable task) {
        onInterrupt((String signal) -> task.run());
    }

    /** Like {@link #onInterrupt(Consumer)}; the third signal ends the process immediately. */
    public static void onInterrupts(Consumer<String> task) {
        AtomicInteger signals = new AtomicInteger();
        onInterrupt((String signal) -> {
            task.accept(signal);
            if (signals.incrementAndGet() == STOP_NOW) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
            }
        });
    }

    /** The task receives the name of the signal, such as {@code SIGTERM}. */
    public static void onInterrupt(Consumer<String> task) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            MethodHandle create = MethodHandles.publicLookup()
                    .findConstructor(signal, MethodType.methodType(void.class, String.class));
            MethodHandle handle = MethodHandles.publicLookup()
                    .findStatic(signal, "handle", MethodType.methodType(handler, signal, handler));
            MethodHandle call = MethodHandles.lookup()
                    .findStatic(Signals.class, "call", MethodType.methodType(void.class, Consumer.class, Object.class))
                    .bindTo(task)
                    .asType(MethodType.methodType(void.class, signal));
            Object proxy = MethodHandleProxies.asInterfaceInstance(handler, call);
            for (String name : new String[] {"INT", "TERM"}) {
                handle.invoke(create.invoke(name), proxy);
            }
        } catch (Throwable e) {
            // A JVM without these handlers ends at the first signal.
            return;
        }
    }

    @SuppressWarnings("UnusedMethod") // Called by its method handle.
    private static void call(Consumer<String> task, Object signal) {
        task.accept(String.valueOf(signal));
    }

    /** Standard input, hidden from plugins. It ends when the program at its other end closes it or is killed. */
    public static final class StandardInput {
        @Option(
                names = "--until-input-ends",
                description = "Also end when standard input ends, for a calling program that must leave nothing running"
                        + " when it is killed.")
        private boolean isLifeline;

        public boolean isLifeline() {
            return isLifeline;
        }

        public static InputStream original() {
            return new FileInputStream(FileDescriptor.in);
        }

        /**
         * Runs the task in a separate thread when the input ends, if this process ends with its input. Returns
         * immediately.
         */
        public void onEnd(Runnable task) {
            if (isLifeline) {
                Thread.ofPlatform().daemon().name("plateau-input").start(() -> {
                    awaitEnd();
                    task.run();
                });
            }
        }

        public static void awaitEnd() {
            try (InputStream input = original()) {
                while (input.read() >= 0) {
                    // Further input is ignored.
                }
            } catch (IOException e) {
                // An input that cannot be read counts as ended.
            }
        }
    }
}
