// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The CPU energy counters (RAPL) of an agent's host: the named agent, or the first one that drives load. */
final class RaplServiceType extends ObservedServiceType<RaplParameters> {
    private static final String AGENT = "agent";

    RaplServiceType() {
        super(
                "rapl",
                "CPU energy counters (RAPL) of an agent's host, for the power section of a run file",
                RaplParameters.class);
    }

    @Override
    protected List<Finding> check(RaplParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (parameters.zones().isEmpty()) {
            findings.add(Finding.problem("No zone is named.", "Write zones: [package-*].")
                    .about("zones"));
        }
        if (!parameters.agent().isEmpty() && !Names.isValid(parameters.agent())) {
            findings.add(Finding.problem(
                            "'" + parameters.agent() + "' is not a name of an agent.",
                            "Write the name of an agent of rig.agents, or of an agent of the controller's host, such"
                                    + " as local.")
                    .about("agent"));
        }
        return findings;
    }

    @Override
    protected Map<String, String> configuration(RaplParameters parameters) {
        return Map.of(
                "folder",
                parameters.folder(),
                "zones",
                String.join(", ", parameters.zones()),
                AGENT,
                parameters.agent().isEmpty() ? "the first that drives load" : parameters.agent());
    }

    @Override
    public String agent(SutAddress sut) {
        return sut.property(AGENT);
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new RaplMeter(sut, System::nanoTime);
    }
}
