// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleProvider;
import org.plateaubench.app.console.ConsoleProvider.RunningConsole;

/** Makes this console available to the command line. Stateless. */
public final class ConsoleService implements ConsoleProvider {
    @Override
    public RunningConsole start(ConsoleOptions options) throws IOException {
        return Console.start(Installation.following(), options);
    }
}
