// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.rapl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.power.meter.MeterRules;
import org.plateaubench.plugin.power.meter.MeterService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The energy counters of the processors of an agent's host: of the agent that is named, or of the first that drives load. */
public final class RaplServiceType implements SutServiceType<RaplParameters> {
    static final String SERVICE = "rapl";
    static final String SEPARATOR = "\n";
    static final String AGENT = "agent";

    @Override
    public String name() {
        return SERVICE;
    }

    @Override
    public String description() {
        return "Energy counters of the processors of the agent's host, external: for the section power of a run file";
    }

    @Override
    public Class<RaplParameters> parametersType() {
        return RaplParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, RaplParameters parameters) {
        List<Finding> findings = new ArrayList<>(MeterRules.mode(mode));
        if (parameters.zones().isEmpty()) {
            findings.add(Finding.problem("No zone is named.", "Write zones: [package-*].")
                    .about("zones"));
        }
        if (!parameters.agent().isEmpty() && !Names.isValid(parameters.agent())) {
            findings.add(Finding.problem(
                            "'" + parameters.agent() + "' is no name of an agent.",
                            "Write the name of an agent of rig.agents, or of an agent of the controller's host, such"
                                    + " as local.")
                    .about("agent"));
        }
        return findings;
    }

    @Override
    public Map<String, String> agents(RaplParameters parameters) {
        return Map.of(AGENT, parameters.agent());
    }

    @Override
    public SutService create(SutContext<RaplParameters> context) {
        RaplParameters parameters = context.parameters();
        String zones = String.join(SEPARATOR, parameters.zones());
        return new MeterService(
                new SutAddress(
                        context.name(),
                        SERVICE,
                        Map.of(
                                "folder",
                                parameters.folder(),
                                "zones",
                                zones,
                                "mostWatts",
                                Double.toString(parameters.mostWatts()),
                                AGENT,
                                parameters.agent())),
                Map.of(
                        "folder",
                        parameters.folder(),
                        "zones",
                        String.join(", ", parameters.zones()),
                        AGENT,
                        parameters.agent().isEmpty() ? "the first that drives load" : parameters.agent()));
    }
}
