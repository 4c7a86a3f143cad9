// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Loads the console, whose libraries no other command needs, from a separate folder. Any thread. */
public final class ConsoleLoader {
    private ConsoleLoader() {}

    /**
     * Starts the console of the installation that the launcher names in {@code plateau.home}.
     *
     * @throws IOException with a sentence for a person when it is missing or cannot serve
     */
    public static RunningConsole start(ConsoleOptions options) throws IOException {
        return start(folder(), options);
    }

    /** Starts the console with the libraries of a folder. */
    static RunningConsole start(Path folder, ConsoleOptions options) throws IOException {
        URLClassLoader loader = loader(folder);
        try {
            return new Loaded(with(loader, folder, provider -> provider.start(options)), loader);
        } catch (IOException | RuntimeException e) {
            loader.close();
            throw e;
        }
    }

    /**
     * Writes a backup as {@link ConsoleProvider#backup} describes.
     *
     * @throws IOException with a sentence for a person when it fails
     */
    public static void backup(Path data, Path to) throws IOException {
        try (URLClassLoader loader = loader(folder())) {
            with(loader, folder(), provider -> {
                provider.backup(data, to);
                return to;
            });
        }
    }

    /**
     * Restores a backup as {@link ConsoleProvider#restore} describes.
     *
     * @throws IOException with a sentence for a person when it fails
     */
    public static Optional<Path> restore(Path from, Path data, boolean replace) throws IOException {
        try (URLClassLoader loader = loader(folder())) {
            return with(loader, folder(), provider -> provider.restore(from, data, replace));
        }
    }

    private static Path folder() {
        String home = System.getProperty("plateau.home");
        if (home == null) {
            throw new IllegalStateException("plateau.home is not set: start Plateau through its launcher");
        }
        return Path.of(home, "console");
    }

    private static URLClassLoader loader(Path folder) throws IOException {
        return new URLClassLoader("console", jars(folder), ConsoleLoader.class.getClassLoader());
    }

    /** An action with the loaded console. */
    @FunctionalInterface
    private interface Use<T> {
        T with(ConsoleProvider provider) throws IOException;
    }

    private static <T> T with(URLClassLoader loader, Path folder, Use<T> use) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Libraries use it to load classes by name, and threads that they start inherit it.
        thread.setContextClassLoader(loader);
        try {
            return use.with(ServiceLoader.load(ConsoleProvider.class, loader)
                    .findFirst()
                    .orElseThrow(() -> new IOException(folder + " does not contain the console: build Plateau again")));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL[] jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("this installation has no console: " + folder + " is not there; build Plateau again");
        }
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(jar.toUri().toURL());
            }
        }
        return jars.toArray(URL[]::new);
    }

    /** A console and its class loader. */
    private record Loaded(RunningConsole console, URLClassLoader loader) implements RunningConsole {
        @Override
        public URI address() {
            return console.address();
        }

        @Override
        public Optional<String> firstToken() {
            return console.firstToken();
        }

        @Override
        public void rebuildCatalog(CatalogProgress progress) throws IOException {
            console.rebuildCatalog(progress);
        }

        @Override
        public void close() {
            console.close();
            try {
                loader.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
