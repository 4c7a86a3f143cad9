// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The service type whose samples are the output of a command. */
final class CommandOutput extends ObservedServiceType<CommandParameters> {

    CommandOutput() {
        super("command", "Telemetry: numbers that a command prints, external", CommandParameters.class);
    }

    @Override
    protected List<Finding> check(CommandParameters parameters) {
        return parameters.program().isBlank()
                ? List.of(Finding.problem("No program is named.", "Write the path of one.")
                        .about("program"))
                : List.of();
    }

    @Override
    public TelemetrySource open(SutAddress address) {
        return new PrintedSamples(address);
    }
}
