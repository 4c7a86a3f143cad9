// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.nio.file.Files;
import java.nio.file.Path;

/** Controls the output of the console's libraries. Stateless. */
final class ConsoleLibraries {
    private static final String LOGGING = "java.util.logging.config.file";

    private ConsoleLibraries() {}

    /** Suppresses the messages that the libraries print at every start. */
    static void quiet() {
        Path configuration = Path.of(System.getProperty("plateau.home", ""), "console", "logging.properties");
        if (System.getProperty(LOGGING) == null && Files.isReadable(configuration)) {
            System.setProperty(LOGGING, configuration.toString());
        }
    }
}
