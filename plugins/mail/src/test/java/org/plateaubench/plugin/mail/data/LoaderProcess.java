// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;

/** Fills mailboxes until it is killed. */
final class LoaderProcess {
    private LoaderProcess() {}

    /**
     * The program.
     *
     * @param arguments users, then properties of the site, name and value by turns
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> properties = new HashMap<>();
        for (int i = 1; i < arguments.length; i += 2) {
            properties.put(arguments[i], arguments[i + 1]);
        }
        SutAddress site = new SutAddress("mail", "dovecot", properties);
        int users = Integer.parseInt(arguments[0]);
        TestData.of(TestData.context(site, users, TestData.SEED, "mail"), InterruptedLoadTest.LARGER, "")
                .prepare(DataPolicy.REUSE, Progress.SILENT);
    }
}
