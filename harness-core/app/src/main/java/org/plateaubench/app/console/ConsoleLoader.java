// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;

/** Loads the console from a separate folder, because no other command needs its libraries. Thread-safe. */
public final class ConsoleLoader {
    private ConsoleLoader() {}

    /**
     * Starts the console of the installation whose folder the launcher gives in {@code plateau.home}.
     *
     * @throws IOException with a one-sentence message when it is missing or cannot serve
     */
    public static RunningConsole start(ConsoleOptions options) throws IOException {
        LibraryFolder<ConsoleProvider> libraries = LibraryFolder.open("console", ConsoleProvider.class);
        try {
            return new Loaded(libraries.use(provider -> provider.start(options)), libraries);
        } catch (IOException | RuntimeException e) {
            libraries.close();
            throw e;
        }
    }

    /** A console and its libraries. */
    private record Loaded(RunningConsole console, LibraryFolder<ConsoleProvider> libraries) implements RunningConsole {
        @Override
        public URI address() {
            return console.address();
        }

        @Override
        public Optional<String> firstToken() {
            return console.firstToken();
        }

        @Override
        public void close() {
            console.close();
            try {
                libraries.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
