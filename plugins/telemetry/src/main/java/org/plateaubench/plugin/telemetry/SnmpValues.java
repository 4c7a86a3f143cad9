// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The service type whose samples are values of a device with SNMP, version 2c or 3. */
final class SnmpValues extends ObservedServiceType<SnmpParameters> {

    /** Maximum number of objects of one message. */
    private static final int MAX_OBJECTS = 50;

    private static final int MIN_PASSWORD_LENGTH = 8;
    private static final Pattern OBJECT = Pattern.compile("[0-2](\\.[0-9]{1,10}){1,127}");

    SnmpValues() {
        super("snmp", "Telemetry: values of a device over SNMP, external", SnmpParameters.class);
    }

    @Override
    protected List<Finding> check(SnmpParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.address())
                && HostPort.of(parameters.address()).isEmpty()) {
            findings.add(Finding.problem(
                            "'" + parameters.address() + "' is not a host and port.",
                            "Write HOST:PORT; SNMP's own port is 161.")
                    .about("address"));
        }
        int objects = parameters.objects().size();
        if (objects == 0 || objects > MAX_OBJECTS) {
            findings.add(Finding.problem(
                            objects + " objects are named.",
                            "Name 1 to " + MAX_OBJECTS + ", such as {in: 1.3.6.1.2.1.31.1.1.1.6.2}.")
                    .about("objects"));
        }
        parameters.objects().forEach((name, number) -> {
            if (!SutServiceType.isReference(number) && !OBJECT.matcher(number).matches()) {
                findings.add(Finding.problem(
                                "'" + number + "' is not a number of an object.",
                                "Write numbers with dots between them; snmptranslate -On NAME prints them.")
                        .about("objects." + name));
            }
        });
        findings.addAll(credentials(parameters));
        return findings;
    }

    private static List<Finding> credentials(SnmpParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (parameters.community().isEmpty() == parameters.user().isEmpty()) {
            findings.add(Finding.problem(
                            "Either a community (version 2c) or a user (version 3) is needed.", "Write one of them.")
                    .about("user"));
        }
        if (!parameters.user().isEmpty()) {
            check("password", parameters.password(), true, findings);
            check("encryption", parameters.encryption(), false, findings);
        }
        return findings;
    }

    private static void check(String key, String password, boolean isNeeded, List<Finding> findings) {
        boolean isShort = password.length() < MIN_PASSWORD_LENGTH && (isNeeded || !password.isEmpty());
        if (isShort && !SutServiceType.isReference(password)) {
            findings.add(Finding.problem(
                            "It has fewer than " + MIN_PASSWORD_LENGTH + " characters, which SNMP does not allow.",
                            "Give a longer one.")
                    .about(key));
        }
    }

    @Override
    public TelemetrySource open(SutAddress address) {
        return new DeviceSamples(address);
    }
}
