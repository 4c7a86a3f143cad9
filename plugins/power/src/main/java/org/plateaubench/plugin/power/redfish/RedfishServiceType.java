// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.redfish;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.tls.PinnedCertificate;
import org.plateaubench.plugin.power.meter.MeterRules;
import org.plateaubench.plugin.power.meter.MeterService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A management controller with a Redfish service. */
public final class RedfishServiceType implements SutServiceType<RedfishParameters> {
    static final String SERVICE = "redfish";

    @Override
    public String name() {
        return SERVICE;
    }

    @Override
    public String description() {
        return "Power by the Redfish service of a management controller, external: for the section power of a run file";
    }

    @Override
    public Class<RedfishParameters> parametersType() {
        return RedfishParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, RedfishParameters parameters) {
        List<Finding> findings = new ArrayList<>(MeterRules.mode(mode));
        if (!MeterRules.isReference(parameters.url())
                && address(parameters.url()).isEmpty()) {
            findings.add(Finding.problem(
                            "'" + parameters.url() + "' is no address of a Redfish service.",
                            "Write https://HOST or https://HOST:PORT.")
                    .about("url"));
        }
        String fingerprint = parameters.fingerprint();
        if (!fingerprint.isEmpty()
                && !MeterRules.isReference(fingerprint)
                && !PinnedCertificate.isFingerprint(fingerprint)) {
            findings.add(Finding.problem(
                            "'" + fingerprint + "' is no SHA-256 fingerprint of a certificate.",
                            "Write its 64 hexadecimal digits, with or without colons.")
                    .about("fingerprint"));
        }
        if (!fingerprint.isEmpty() && !parameters.authorities().isEmpty()) {
            findings.add(Finding.problem(
                            "A certificate is trusted by its fingerprint or by authorities, not by both.",
                            "Leave one of them out.")
                    .about("authorities"));
        }
        if (parameters.user().isEmpty() != parameters.password().isEmpty()) {
            findings.add(Finding.problem(
                            "A user has a password.",
                            "Set both or none, the password by a reference such as ${env:BMC_PASSWORD}.")
                    .about(parameters.user().isEmpty() ? "user" : "password"));
        }
        return findings;
    }

    /** The address that a text names; empty when it is no HTTPS address of a host. */
    static Optional<URI> address(String url) {
        try {
            URI given = new URI(url);
            boolean usable = "https".equals(String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT))
                    && given.getHost() != null
                    && given.getUserInfo() == null
                    && given.getQuery() == null
                    && given.getFragment() == null
                    && List.of("", "/").contains(given.getPath());
            return usable
                    ? Optional.of(new URI("https", null, given.getHost(), given.getPort(), "/", null, null))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    @Override
    public SutService create(SutContext<RedfishParameters> context) {
        RedfishParameters parameters = context.parameters();
        return new MeterService(
                new SutAddress(
                        context.name(),
                        SERVICE,
                        Map.of(
                                "url", parameters.url(),
                                "user", parameters.user(),
                                "password", parameters.password(),
                                "login", parameters.login().name(),
                                "fingerprint", parameters.fingerprint(),
                                "authorities", parameters.authorities(),
                                "chassis", parameters.chassis())),
                Map.of("address", parameters.url(), "chassis", parameters.chassis()));
    }
}
