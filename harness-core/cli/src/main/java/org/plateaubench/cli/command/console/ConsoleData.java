// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the folder of a console's own data. */
final class ConsoleData {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder of the console's own data: accounts, queue, catalog%n(default: ${DEFAULT-VALUE}).",
            defaultValue = ".plateau/console")
    Path folder = Path.of("");
}
