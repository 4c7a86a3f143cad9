// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose a thread is. */
final class PluginThreadsTest {
    /** Every way to start a virtual thread, of which each returns what awaits the end of its thread. */
    private static final String VIRTUAL = """
            package com.example;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            class Ways {
                static void hold(CountDownLatch inside, CountDownLatch over) {
                    inside.countDown();
                    try { over.await(); } catch (InterruptedException e) { throw new IllegalStateException(e); } }
                static Callable<Object> end(Thread thread) {
                    return () -> { thread.join(); return thread; }; }
            }
            abstract class Way implements BiFunction<CountDownLatch, CountDownLatch, Object> {
                abstract Object go(Runnable task) throws Exception;
                public Object apply(CountDownLatch inside, CountDownLatch over) {
                    try { return go(() -> Ways.hold(inside, over)); } catch (Exception e) { throw new IllegalStateException(e); } }
            }
            class Started extends Way { Object go(Runnable task) {
                return Ways.end(Thread.ofVirtual().name("left").start(task)); } }
            class Unstarted extends Way { Object go(Runnable task) {
                Thread thread = Thread.ofVirtual().name("left").unstarted(task); thread.start(); return Ways.end(thread); } }
            class ByFactory extends Way { Object go(Runnable task) {
                ThreadFactory factory = Thread.ofVirtual().name("left-", 1).factory();
                Thread thread = factory.newThread(task); thread.start(); return Ways.end(thread); } }
            class ByExecutor extends Way { Object go(Runnable task) {
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor(); threads.submit(task);
                return (Callable<Object>) () -> { threads.close(); return threads; }; } }
            class ByEitherBuilder extends Way { Object go(Runnable task) {
                Thread.Builder builder = task.hashCode() == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                return Ways.end(builder.name("left").start(task)); } }
            class WithoutName extends Way { Object go(Runnable task) {
                return Ways.end(Thread.startVirtualThread(task)); } }
            class ByReference extends Way { Object go(Runnable task) {
                Function<Runnable, Thread> start = Thread::startVirtualThread; return Ways.end(start.apply(task)); } }
            class ByBoundReference extends Way { Object go(Runnable task) {
                Function<Runnable, Thread> start = Thread.ofVirtual().name("left")::start; return Ways.end(start.apply(task)); } }
            class ByFreeReference extends Way { Object go(Runnable task) {
                BiFunction<Thread.Builder.OfVirtual, Runnable, Thread> start = Thread.Builder.OfVirtual::start;
                return Ways.end(start.apply(Thread.ofVirtual().name("left"), task)); } }
            class InForeignCode implements BiFunction<CountDownLatch, CountDownLatch, Object> {
                public Object apply(CountDownLatch inside, CountDownLatch over) {
                    java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
                    lock.lock();
                    Thread thread = Thread.ofVirtual().name("left").unstarted(lock::lock);
                    thread.setContextClassLoader(null); thread.start();
                    while (!lock.hasQueuedThreads()) { Thread.onSpinWait(); }
                    inside.countDown();
                    return (Callable<Object>) () -> { lock.unlock(); thread.join(); return thread; }; } }
            class OfPlatform extends Way { Object go(Runnable task) {
                Function<Runnable, Thread> start = Thread.ofPlatform().name("left").daemon()::start;
                return Ways.end(start.apply(task)); } }
            class Parking implements BiFunction<CountDownLatch, CountDownLatch, Object> {
                public Object apply(CountDownLatch inside, CountDownLatch over) {
                    List<Thread> threads = new ArrayList<>();
                    for (int i = 0; i < 50; i++) {
                        threads.add(Thread.ofVirtual().name("left").start(() -> {
                            inside.countDown();
                            while (over.getCount() > 0) { java.util.concurrent.locks.LockSupport.parkNanos(1_000); } })); }
                    return (Callable<Object>) () -> { for (Thread thread : threads) { thread.join(); } return threads; }; } }
            """;

    @Test
    void aThreadWithThePluginsContextIsThePlugins() throws IOException, InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        try (PluginClassLoader loader = loader("owner")) {
            Thread thread = Thread.ofPlatform().daemon().name("left-behind").unstarted(() -> await(over));
            thread.setContextClassLoader(loader);
            thread.start();

            assertThat(PluginThreads.left().get("owner")).contains("'left-behind'");

            over.countDown();
            thread.join();
            assertThat(PluginThreads.left()).doesNotContainKey("owner");
        }
    }

    @Test
    void threadsOfThePlatformAreNobodys() throws IOException, InterruptedException {
        // Whoever first asks for a timeout starts the scheduler of the common pool, which takes its context over.
        CompletableFuture<String> future = new CompletableFuture<String>().orTimeout(1, TimeUnit.HOURS);
        Process process = new ProcessBuilder("sleep", "60").start();
        try (PluginClassLoader loader = loader("innocent")) {
            List<Thread> platforms = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("ForkJoinPool.commonPool-")
                            || thread.getName().startsWith("process reaper")
                            || thread.getName().startsWith("Common-Cleaner"))
                    .toList();
            assertThat(platforms).anyMatch(thread -> thread.getName().endsWith("-delayScheduler"));
            List<ClassLoader> before =
                    platforms.stream().map(Thread::getContextClassLoader).toList();
            try {
                platforms.forEach(thread -> setContext(thread, loader));

                assertThat(PluginThreads.left()).doesNotContainKey("innocent");
            } finally {
                for (int i = 0; i < platforms.size(); i++) {
                    setContext(platforms.get(i), before.get(i));
                }
            }
        } finally {
            future.cancel(true);
            process.destroyForcibly().waitFor();
        }
    }

    /** Some threads of the platform refuse, and cannot have a plugin's context at all. */
    private static void setContext(Thread thread, ClassLoader loader) {
        try {
            thread.setContextClassLoader(loader);
        } catch (SecurityException e) {
            assertThat(thread.getContextClassLoader()).isNotEqualTo(loader);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Started",
                "Unstarted",
                "ByFactory",
                "ByExecutor",
                "ByEitherBuilder",
                "WithoutName",
                "ByReference",
                "ByBoundReference",
                "ByFreeReference",
                "InForeignCode",
                "OfPlatform"
            })
    void aThreadThatThePluginHasStartedIsThePlugins(String way, @TempDir Path folder) throws Exception {
        // A thread in the platform's code alone counts too, whatever its context.
        whileRunning(
                folder,
                way,
                1,
                left -> assertThat(left)
                        .startsWith("Plugin virtual left 1 thread running ('")
                        .contains(way.equals("WithoutName") ? "('unnamed, id " : ""));
    }

    @Test
    void aVirtualThreadIsNamedWithWhereItStands(@TempDir Path folder) throws Exception {
        whileRunning(
                folder, "Started", 1, left -> assertThat(left).contains("('left' in com.example.Ways.hold(Ways.java:"));
    }

    /** Dumps of all threads walk stacks in transition, at which HotSpot crashes; ours must not, however many run. */
    @Test
    void threadsAreReadWhileTheyParkAndGoOn(@TempDir Path folder) throws Exception {
        whileRunning(folder, "Parking", 50, first -> {
            for (int i = 0; i < 20; i++) {
                assertThat(PluginThreads.left().get("virtual")).startsWith("Plugin virtual left 50 threads running");
            }
        });
    }

    /** Gives the sentence about the threads of a plugin to a check while they run; it is none once they have ended. */
    private static void whileRunning(Path folder, String way, int threads, Consumer<@Nullable String> check)
            throws Exception {
        Path jar = CompiledClasses.jar(folder, "Ways", VIRTUAL);
        try (PluginClassLoader loader =
                new PluginClassLoader("virtual", List.of(jar), PluginThreadsTest.class.getClassLoader())) {
            CountDownLatch inside = new CountDownLatch(threads);
            CountDownLatch over = new CountDownLatch(1);
            Object end = starter(loader, way).apply(inside, over);
            inside.await();

            check.accept(PluginThreads.left().get("virtual"));

            over.countDown();
            ((Callable<?>) end).call();
            assertThat(PluginThreads.left()).doesNotContainKey("virtual");
        }
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<CountDownLatch, CountDownLatch, Object> starter(ClassLoader loader, String way)
            throws ReflectiveOperationException {
        var constructor = loader.loadClass("com.example." + way).getDeclaredConstructor();
        constructor.setAccessible(true);
        return (BiFunction<CountDownLatch, CountDownLatch, Object>) constructor.newInstance();
    }

    private static void await(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static PluginClassLoader loader(String id) throws IOException {
        return new PluginClassLoader(id, List.of(), PluginThreadsTest.class.getClassLoader());
    }
}
