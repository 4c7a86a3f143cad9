// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code cyrus}. */
public record CyrusParameters(
        @Parameter(
                description = "Folder into which the packages of Cyrus were unpacked; empty for the installed one, or"
                        + " where there is none .plateau/cyrus",
                defaultValue = "",
                reach = Reach.FOLDER)
        String home,

        SiteKeys site,

        @Parameter(
                description = "Further settings of imapd.conf by name, which replace those of the harness",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> cyrusSettings) {
    /** Name of the service in run files. */
    public static final String SERVICE = "cyrus";

    /** Checks what the bounds of single keys cannot express. */
    List<Finding> check(SutContext.Mode mode) {
        return site.check(mode, SERVICE, HostLimits.read().openFileFindings(site.connections()));
    }
}
