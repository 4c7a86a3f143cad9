// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.PinnedCertificate;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** A management controller with a Redfish service. */
final class RedfishServiceType extends ObservedServiceType<RedfishParameters> {
    RedfishServiceType() {
        super(
                "redfish",
                "Power by the Redfish service of a management controller, external: for the section power of a run file",
                RedfishParameters.class);
    }

    @Override
    protected List<Finding> check(RedfishParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.url())
                && RedfishConnection.address(parameters.url()).isEmpty()) {
            findings.add(ServiceAddress.problem(parameters.url(), "a Redfish service"));
        }
        PinnedCertificate.problem(parameters.fingerprint()).ifPresent(findings::add);
        if (!parameters.fingerprint().isEmpty() && !parameters.trust().isEmpty()) {
            findings.add(Finding.problem(
                            "A certificate is trusted by its fingerprint or by 'trust', not by both.",
                            "Leave one of them out.")
                    .about("trust"));
        }
        findings.addAll(parameters.certificate().check(true));
        if (parameters.user().isEmpty() != parameters.password().isEmpty()) {
            findings.add(Finding.problem(
                            "A user and a password belong together.",
                            "Set both or none, the password by a reference such as ${env:BMC_PASSWORD}.")
                    .about(parameters.user().isEmpty() ? "user" : "password"));
        }
        return findings;
    }

    @Override
    protected Map<String, String> configuration(RedfishParameters parameters) {
        return Map.of("address", parameters.url(), "chassis", parameters.chassis());
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new RedfishMeter(sut, System::nanoTime);
    }
}
