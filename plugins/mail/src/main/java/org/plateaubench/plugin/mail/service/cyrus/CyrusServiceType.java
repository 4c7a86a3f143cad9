// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import org.plateaubench.process.UsedServiceType;

/** A mail site of two installed or unpacked servers, started by the harness. */
public final class CyrusServiceType extends UsedServiceType<CyrusParameters> {
    /** Creates the kind of service. */
    public CyrusServiceType() {
        super(
                CyrusParameters.SERVICE,
                "Cyrus IMAP, with calendars and contacts, and Postfix, each with a configuration made for the SUT",
                CyrusParameters.class,
                CyrusParameters::check,
                CyrusService::new);
    }
}
