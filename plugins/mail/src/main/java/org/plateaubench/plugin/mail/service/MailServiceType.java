// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import org.plateaubench.process.DrivenServiceType;

/** A mail site: the embedded server in a separate process, or an external site. */
public final class MailServiceType extends DrivenServiceType<MailServiceParameters> {
    public MailServiceType() {
        super(
                MailServiceParameters.SERVICE,
                "Mail: an embedded server for trials, in a process of its own, or an external site, also with calendars"
                        + " and contacts",
                MailServiceParameters.class,
                MailServiceParameters::check,
                EmbeddedMail::installed,
                ExternalMail::new);
    }
}
