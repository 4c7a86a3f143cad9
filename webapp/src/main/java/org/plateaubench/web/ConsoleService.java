// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleProvider;
import org.plateaubench.app.console.ConsoleProvider.RunningConsole;

/** Makes this console available to the command line. Stateless. */
public final class ConsoleService implements ConsoleProvider {
    @Override
    public RunningConsole start(ConsoleOptions options) throws IOException {
        quietLibraries();
        return Console.start(Installation.following(), options);
    }

    /** Suppresses the messages that the libraries print at every start. */
    private static void quietLibraries() {
        String logging = "java.util.logging.config.file";
        Path configuration = Installation.home().resolve("console/logging.properties");
        if (System.getProperty(logging) == null && Files.isReadable(configuration)) {
            System.setProperty(logging, configuration.toString());
        }
    }
}
