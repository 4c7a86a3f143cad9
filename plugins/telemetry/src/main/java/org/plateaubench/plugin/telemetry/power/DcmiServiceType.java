// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.TelemetrySource;

/** A management controller with the power readings of DCMI. */
final class DcmiServiceType extends ObservedServiceType<DcmiParameters> {
    DcmiServiceType() {
        super(
                "ipmi-dcmi",
                "Power by IPMI (DCMI), read by ipmitool, external: for the section power of a run file",
                DcmiParameters.class);
    }

    @Override
    protected List<Finding> check(DcmiParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        // ipmitool would interpret it as an option.
        if (parameters.host().startsWith("-") || parameters.user().startsWith("-")) {
            findings.add(Finding.problem("A host or user begins with '-'.", "Write its name alone.")
                    .about(parameters.host().startsWith("-") ? "host" : "user"));
        }
        if (!parameters.host().isEmpty()
                && (parameters.user().isEmpty() || parameters.password().isEmpty())) {
            findings.add(Finding.problem(
                            "A management controller is reached with a user and a password.",
                            "Set both, the password by a reference such as ${env:BMC_PASSWORD}.")
                    .about(parameters.user().isEmpty() ? "user" : "password"));
        }
        return findings;
    }

    @Override
    protected Map<String, String> configuration(DcmiParameters parameters) {
        return Map.of("address", parameters.host().isEmpty() ? "local" : parameters.host() + ":" + parameters.port());
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new DcmiMeter(sut, System::nanoTime);
    }
}
