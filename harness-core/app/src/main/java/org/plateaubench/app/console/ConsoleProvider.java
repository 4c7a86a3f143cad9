// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;

/** Starts a web console; found as a service among the libraries of the console. Thread-safe. */
public interface ConsoleProvider {
    /** Starts a console, which serves when this method returns. */
    RunningConsole start(ConsoleOptions options) throws IOException;
}
