// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import org.plateaubench.process.DrivenServiceType;

/** A mail site of three installed servers, started by the harness. */
public final class DovecotServiceType extends DrivenServiceType<DovecotParameters> {
    public DovecotServiceType() {
        super(
                DovecotParameters.SERVICE,
                "Dovecot, Postfix and Radicale as installed on this host, each with a configuration made for the SUT",
                DovecotParameters.class,
                DovecotParameters::check,
                DovecotService::new);
    }
}
