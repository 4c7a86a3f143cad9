// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the plugin that owns a thread. */
final class PluginThreadsTest {
    private static final String HOLDER = """
            package com.example;
            import java.util.concurrent.CountDownLatch;
            import java.util.function.BiFunction;
            public class Holder implements BiFunction<CountDownLatch, CountDownLatch, Thread> {
                public Thread apply(CountDownLatch inside, CountDownLatch release) {
                    Thread thread = Thread.ofPlatform().daemon().name("left").unstarted(() -> hold(inside, release));
                    thread.setContextClassLoader(null);
                    thread.start();
                    return thread; }
                static void hold(CountDownLatch inside, CountDownLatch release) {
                    inside.countDown();
                    try { release.await(); } catch (InterruptedException e) { throw new IllegalStateException(e); } } }
            """;

    @Test
    void threadWithThePluginsContextClassLoaderBelongsToThePlugin() throws IOException, InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        try (PluginClassLoader loader = loader("owner")) {
            Thread thread = Thread.ofPlatform().daemon().name("left-behind").unstarted(() -> await(release));
            thread.setContextClassLoader(loader);
            thread.start();

            assertThat(PluginOrigin.threadsLeft("owner").orElseThrow()).contains("'left-behind'");

            release.countDown();
            thread.join();
            assertThat(PluginOrigin.threadsLeft("owner")).isEmpty();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void threadInPluginCodeIsNamedWithItsPlace(@TempDir Path folder) throws Exception {
        Path jar = CompiledClasses.jar(folder, "Holder", HOLDER);
        try (PluginClassLoader loader =
                new PluginClassLoader("owner", List.of(jar), PluginThreadsTest.class.getClassLoader())) {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            Thread thread = ((BiFunction<CountDownLatch, CountDownLatch, Thread>) loader.loadClass("com.example.Holder")
                            .getConstructor()
                            .newInstance())
                    .apply(inside, release);
            inside.await();

            assertThat(PluginOrigin.threadsLeft("owner").orElseThrow())
                    .startsWith("Plugin owner left threads running: 'left' in com.example.Holder.hold(Holder.java:");

            release.countDown();
            thread.join();
            assertThat(PluginOrigin.threadsLeft("owner")).isEmpty();
        }
    }

    private static void await(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static PluginClassLoader loader(String id) throws IOException {
        return new PluginClassLoader(id, List.of(), PluginThreadsTest.class.getClassLoader());
    }
}
