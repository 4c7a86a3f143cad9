// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import org.plateaubench.process.WorkloadServiceType;

/** A mail site of three installed servers, started by the harness. */
public final class DovecotServiceType extends WorkloadServiceType<DovecotParameters> {
    public DovecotServiceType() {
        super(
                DovecotParameters.SERVICE,
                "Dovecot, Postfix and Radicale as installed on this host, each with a configuration made for the SUT",
                DovecotParameters.class,
                DovecotParameters::check,
                DovecotService::new);
    }
}
