// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The workload in one agent: makes the drivers of its users. Any thread. */
public final class MailSession implements WorkloadSession {
    private final SessionState state;

    /**
     * Creates the session of an agent.
     *
     * @throws SutException when users have calendars and contacts but the site has none
     */
    public MailSession(WorkloadContext<MailParameters> context) throws SutException {
        state = new SessionState(context);
    }

    @Override
    public Driver driver(UserContext user) {
        return new MailDriver(state, user);
    }

    @Override
    public void close() {
        state.close();
    }
}
