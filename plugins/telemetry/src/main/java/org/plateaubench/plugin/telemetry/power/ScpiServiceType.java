// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** A power analyser with SCPI over TCP. */
final class ScpiServiceType extends ObservedServiceType<ScpiParameters> {
    /** A message is one line of printable characters. */
    private static final Pattern MESSAGE = Pattern.compile("[ -~]{1,256}");

    ScpiServiceType() {
        super(
                "scpi",
                "Power analyser with SCPI over TCP, external: for the section power of a run file",
                ScpiParameters.class);
    }

    @Override
    protected List<Finding> check(ScpiParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        String query = parameters.query();
        if (!SutServiceType.isReference(query)
                && !(MESSAGE.matcher(query).matches() && query.strip().endsWith("?"))) {
            findings.add(Finding.problem(
                            "'" + query + "' is not a query of SCPI.",
                            "Write one line that ends with '?', such as MEAS:POW?.")
                    .about("query"));
        }
        for (String message : parameters.setup()) {
            if (!MESSAGE.matcher(message).matches() || message.contains("?")) {
                findings.add(Finding.problem(
                                "'" + message + "' is not a message of SCPI without an answer.",
                                "Write one line without '?', such as *CLS.")
                        .about("setup"));
            }
        }
        return findings;
    }

    @Override
    protected Map<String, String> configuration(ScpiParameters parameters) {
        return Map.of("address", parameters.host() + ":" + parameters.port(), "query", parameters.query());
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new ScpiMeter(sut, System::nanoTime);
    }
}
