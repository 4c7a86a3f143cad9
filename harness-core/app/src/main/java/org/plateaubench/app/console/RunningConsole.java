// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.net.URI;
import java.util.Optional;

public interface RunningConsole extends AutoCloseable {
    URI address();

    /** A token that signs in as an administrator once; empty when an account already exists. */
    Optional<String> firstToken();

    /** Ends the console; runs continue in their own processes. */
    @Override
    void close();
}
