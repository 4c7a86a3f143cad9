// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.scpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.power.meter.MeterRules;
import org.plateaubench.plugin.power.meter.MeterService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A power analyser that speaks SCPI over TCP. */
public final class ScpiServiceType implements SutServiceType<ScpiParameters> {
    static final String SERVICE = "scpi";
    static final String SEPARATOR = "\n";
    /** A message is one line of printable characters. */
    private static final Pattern MESSAGE = Pattern.compile("[ -~]{1,256}");

    @Override
    public String name() {
        return SERVICE;
    }

    @Override
    public String description() {
        return "Power analyser that speaks SCPI over TCP, external: for the section power of a run file";
    }

    @Override
    public Class<ScpiParameters> parametersType() {
        return ScpiParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, ScpiParameters parameters) {
        List<Finding> findings = new ArrayList<>(MeterRules.mode(mode));
        String query = parameters.query();
        if (!MeterRules.isReference(query)
                && !(MESSAGE.matcher(query).matches() && query.strip().endsWith("?"))) {
            findings.add(Finding.problem(
                            "'" + query + "' is no query of SCPI.",
                            "Write one line that ends with '?', such as MEAS:POW?.")
                    .about("query"));
        }
        for (String message : parameters.setup()) {
            if (!MESSAGE.matcher(message).matches() || message.contains("?")) {
                findings.add(Finding.problem(
                                "'" + message + "' is no message of SCPI without an answer.",
                                "Write one line without '?', such as *CLS.")
                        .about("setup"));
            }
        }
        return findings;
    }

    @Override
    public SutService create(SutContext<ScpiParameters> context) {
        ScpiParameters parameters = context.parameters();
        String place = parameters.host() + ":" + parameters.port();
        return new MeterService(
                new SutAddress(
                        context.name(),
                        SERVICE,
                        Map.of(
                                "host", parameters.host(),
                                "port", Integer.toString(parameters.port()),
                                "setup", String.join(SEPARATOR, parameters.setup()),
                                "query", parameters.query(),
                                "field", Integer.toString(parameters.field()))),
                Map.of("address", place, "query", parameters.query()));
    }
}
