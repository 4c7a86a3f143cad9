// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.imap.ImapHostManagerImpl;
import com.icegreen.greenmail.util.ServerSetup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class NoDelayServersTest {
    @Test
    void smallAnswersDoNotWaitForAcknowledgements() throws Exception {
        Managers managers = new OnDemandComponents("plateau.test", "secret");
        NoDelayServers.Smtp smtp = new NoDelayServers.Smtp(new ServerSetup(0, "127.0.0.1", "smtp"), managers);
        NoDelayServers.Imap imap = new NoDelayServers.Imap(new ServerSetup(0, "127.0.0.1", "imap"), managers);
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
    void noTwoAccountsShareAMailbox() {
        ImapHostManagerImpl mailboxes = new ImapHostManagerImpl();
        // GreenMail names mailboxes by the hash of the address, which two may share.
        assertThat("Aa@plateau.test".hashCode()).isEqualTo("BB@plateau.test".hashCode());
        assertThat(new OnDemandUser("", "a.b", "", mailboxes).getQualifiedMailboxName())
                .doesNotContain(".")
                .isNotEqualTo(new OnDemandUser("", "a_b", "", mailboxes).getQualifiedMailboxName())
                .isNotEqualTo(new OnDemandUser("", "ab", "", mailboxes).getQualifiedMailboxName());
    }
}
