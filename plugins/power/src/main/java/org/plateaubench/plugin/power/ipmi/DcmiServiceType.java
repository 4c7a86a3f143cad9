// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.ipmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.power.meter.MeterRules;
import org.plateaubench.plugin.power.meter.MeterService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A management controller with the power readings of DCMI. */
public final class DcmiServiceType implements SutServiceType<DcmiParameters> {
    static final String SERVICE = "ipmi-dcmi";

    @Override
    public String name() {
        return SERVICE;
    }

    @Override
    public String description() {
        return "Power by IPMI (DCMI), asked by ipmitool, external: for the section power of a run file";
    }

    @Override
    public Class<DcmiParameters> parametersType() {
        return DcmiParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, DcmiParameters parameters) {
        List<Finding> findings = new ArrayList<>(MeterRules.mode(mode));
        // It would be taken for an option of ipmitool.
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
    public SutService create(SutContext<DcmiParameters> context) {
        DcmiParameters parameters = context.parameters();
        return new MeterService(
                new SutAddress(
                        context.name(),
                        SERVICE,
                        Map.of(
                                "host", parameters.host(),
                                "port", Integer.toString(parameters.port()),
                                "user", parameters.user(),
                                "password", parameters.password(),
                                "cipher", Integer.toString(parameters.cipher()),
                                "privilege", parameters.privilege().name())),
                Map.of("address", parameters.host().isEmpty() ? "local" : parameters.host() + ":" + parameters.port()));
    }
}
