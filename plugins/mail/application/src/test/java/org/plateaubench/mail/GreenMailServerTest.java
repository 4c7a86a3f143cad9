// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.util.ServerSetup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class GreenMailServerTest {
    @Test
    void connectionsUseTcpNoDelay() throws Exception {
        Managers managers = new GreenMailServer.OnDemandComponents("secret");
        GreenMailServer.Smtp smtp = new GreenMailServer.Smtp(new ServerSetup(0, "127.0.0.1", "smtp"), managers);
        GreenMailServer.Imap imap = new GreenMailServer.Imap(new ServerSetup(0, "127.0.0.1", "imap"), managers);
        try (ServerSocket listening = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Socket first = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Socket second = new Socket(listening.getInetAddress(), listening.getLocalPort())) {
            smtp.createProtocolHandler(first);
            imap.createProtocolHandler(second);
            assertThat(first.getTcpNoDelay()).isTrue();
            assertThat(second.getTcpNoDelay()).isTrue();
        }
    }

    @Test
    void accountsDoNotShareMailboxes() {
        // GreenMail names mailboxes by the hash of the address, which two addresses may share.
        assertThat("Aa@plateau.test".hashCode()).isEqualTo("BB@plateau.test".hashCode());
        assertThat(OnDemandAccounts.mailboxName("a.b"))
                .doesNotContain(".")
                .isNotEqualTo(OnDemandAccounts.mailboxName("a_b"))
                .isNotEqualTo(OnDemandAccounts.mailboxName("ab"));
    }
}
