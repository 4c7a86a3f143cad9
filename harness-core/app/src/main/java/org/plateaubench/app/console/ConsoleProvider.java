// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Starts a web console; found as a service among the libraries of the console. Thread-safe. */
public interface ConsoleProvider {
    RunningConsole start(ConsoleOptions options) throws IOException;

    public interface RunningConsole extends AutoCloseable {
        URI address();

        /** A token that signs in as an administrator once; empty when an account already exists. */
        Optional<String> firstToken();

        /** Ends the console; runs continue in their own processes. */
        @Override
        void close();
    }
}
