// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;

/** Starts a web console; found as a service among the libraries of the console. Thread-safe. */
public interface ConsoleProvider {
    RunningConsole start(ConsoleOptions options) throws IOException;
}
