// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** The workload meets the contract with calendars and contacts on Radicale. */
@Tag("slow")
final class CalendarContractTest extends MailContractTest {
    private Radicale radicale;

    @Override
    boolean hasCalendars() {
        return true;
    }

    @Override
    int calendars(Path folder) throws Exception {
        radicale = Radicale.start(folder, PASSWORD);
        return radicale.port();
    }

    @AfterAll
    void stopCalendars() throws Exception {
        radicale.close();
    }
}
