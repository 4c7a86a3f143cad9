// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;

/** What the libraries of the console print. Stateless. */
final class ConsoleLibraries {
    private static final String LOGGING = "java.util.logging.config.file";

    private ConsoleLibraries() {}

    /** What they have to say at every start is no news. */
    static void quiet() {
        Path configuration = Path.of(System.getProperty("plateau.home", ""), "console", "logging.properties");
        if (System.getProperty(LOGGING) == null && Files.isReadable(configuration)) {
            System.setProperty(LOGGING, configuration.toString());
        }
    }
}
