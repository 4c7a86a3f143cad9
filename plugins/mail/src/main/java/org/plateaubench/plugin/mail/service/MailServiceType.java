// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import org.plateaubench.process.WorkloadServiceType;

/** A mail site: the embedded server in a separate process, or an external site. */
public final class MailServiceType extends WorkloadServiceType<MailServiceParameters> {
    public MailServiceType() {
        super(
                MailServiceParameters.SERVICE,
                "Mail: an embedded server for experiments, in a separate process, or an external site, which may have"
                        + " calendars and contacts",
                MailServiceParameters.class,
                MailServiceParameters::check,
                EmbeddedMail::create,
                ExternalMail::new);
    }
}
