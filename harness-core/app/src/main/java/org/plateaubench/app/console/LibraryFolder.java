// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * A part of Plateau whose libraries most commands do not need: a folder of the installation with the jars of one
 * service and its own class loader. Thread-safe.
 *
 * @param <S> type of the service
 */
public final class LibraryFolder<S> implements Closeable {
    private final Path folder;
    private final Class<S> service;
    private final URLClassLoader loader;

    private LibraryFolder(Path folder, Class<S> service, URLClassLoader loader) {
        this.folder = folder;
        this.service = service;
        this.loader = loader;
    }

    /**
     * Opens a folder of the installation whose path the launcher gives in {@code plateau.home}.
     *
     * @param name name of the folder
     * @param service type of the service in it
     * @throws IOException with a one-sentence message when it is missing
     */
    public static <S> LibraryFolder<S> open(String name, Class<S> service) throws IOException {
        String home = System.getProperty("plateau.home");
        if (home == null) {
            throw new IllegalStateException("plateau.home is not set: start Plateau through its launcher");
        }
        Path folder = Path.of(home, name);
        return new LibraryFolder<>(folder, service, new URLClassLoader(name, jars(folder), service.getClassLoader()));
    }

    /**
     * Uses the service, with the class loader of the folder as the context class loader of the thread.
     *
     * @throws IOException with a one-sentence message when the folder does not have the service, and exceptions of the
     *     use
     */
    public <T> T use(Use<S, T> use) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Libraries use it to load classes by name, and threads that they start inherit it.
        thread.setContextClassLoader(loader);
        try {
            return use.of(ServiceLoader.load(service, loader)
                    .findFirst()
                    .orElseThrow(() -> new IOException(
                            folder + " does not contain the " + loader.getName() + ": build Plateau again")));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @FunctionalInterface
    public interface Use<S, T> {
        /** Uses it. */
        T of(S service) throws IOException;
    }

    private static URL[] jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("this installation has no " + folder.getFileName() + ": " + folder
                    + " is not there; build Plateau again");
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

    /** Releases the jars; classes and objects from them must no longer be used. */
    @Override
    public void close() throws IOException {
        loader.close();
    }
}
