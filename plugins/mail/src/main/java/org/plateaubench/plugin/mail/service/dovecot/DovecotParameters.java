// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code dovecot}. */
public record DovecotParameters(
        SiteKeys site,

        @Parameter(description = "Format of mailboxes on disk", defaultValue = "maildir")
        Storage storage,

        @Parameter(
                description = "Further lines of dovecot.conf, which override those of the harness",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> dovecotSettings) {
    /** Name of the service in run files. */
    public static final String SERVICE = "dovecot";

    /** Checks what the bounds of single keys cannot express. */
    List<Finding> check(SutContext.Mode mode) {
        return site.check(mode, SERVICE, HostLimits.read().findings(site.connections()));
    }

    /** Formats of mailboxes. */
    public enum Storage {
        /** A file for each message, with its flags in the file's name. */
        MAILDIR,
        /** A file for each message, everything else in Dovecot's index. */
        SDBOX,
        /** Many messages in a file, everything else in Dovecot's index. */
        MDBOX
    }
}
