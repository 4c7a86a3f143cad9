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
import org.plateaubench.app.Installation;

/** Starts a web console; found as a service among the libraries of the console. Thread-safe. */
public interface ConsoleProvider {
    RunningConsole start(ConsoleOptions options) throws IOException;

    interface RunningConsole extends AutoCloseable {
        URI address();

        /** A token that signs in as an administrator once; empty when an account already exists. */
        Optional<String> firstToken();

        /** Ends the console; runs continue in their own processes. */
        @Override
        void close();
    }

    /** Starts the console of the installation whose folder the launcher gives in {@code plateau.home}. */
    static RunningConsole load(ConsoleOptions options) throws IOException {
        Path folder = Installation.home().resolve("console");
        // Only this command needs the libraries of the console, so they are in a separate folder.
        URLClassLoader libraries = new URLClassLoader("console", jars(folder), ConsoleProvider.class.getClassLoader());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Libraries use it to load classes by name, and threads that they start inherit it.
        thread.setContextClassLoader(libraries);
        try {
            return ServiceLoader.load(ConsoleProvider.class, libraries)
                    .findFirst()
                    .orElseThrow(() -> new IOException(folder + " does not contain the console: build Plateau again"))
                    .start(options);
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
}
