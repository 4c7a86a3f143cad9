// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.net.URI;
import java.util.Optional;

/** A console that serves. Any thread. */
public interface RunningConsole extends AutoCloseable {
    /** Where it serves. */
    URI address();

    /** A token that signs in as an administrator once; empty when somebody has an account already. */
    Optional<String> firstToken();

    /** Ends it; runs go on in processes of their own. */
    @Override
    void close();
}
