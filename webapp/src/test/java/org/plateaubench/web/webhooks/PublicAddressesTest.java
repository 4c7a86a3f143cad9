// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.engine.plan.reach.AllowList;

/** Which addresses a webhook may call. */
final class PublicAddressesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.8.9.10",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::ffff:10.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2001::1",
                "2001:db8::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void anInnerAddressInWhateverFormIsNone(String address) throws Exception {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.167.1.1",
                "198.20.0.1",
                "223.255.255.254",
                "2606:4700::1111",
                "64:ff9b::101:101",
                "2002:101:101::"
            })
    void aPublicAddressIsOne(String address) throws Exception {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void anInnerHostIsCalledOnlyAtThePortThatTheAllowListNames() throws Exception {
        AllowListFile allowed = new AllowListFile(folder.resolve("allow-list.json"));
        PublicAddresses addresses = new PublicAddresses(allowed);
        assertThatThrownBy(() -> addresses.addresses("localhost", 8080))
                .isInstanceOf(PublicAddresses.Refused.class)
                .hasMessageContaining("an inner address; an administrator can put localhost:8080 on the allow list");
        // A number that the system's resolver takes for an address is one.
        assertThatThrownBy(() -> addresses.addresses("2130706433", 80)).isInstanceOf(IOException.class);
        allowed.write(new AllowList(List.of(), List.of(), List.of(), List.of(), List.of("localhost:8080")));
        assertThat(addresses.addresses("localhost", 8080)).isNotEmpty();
        assertThatThrownBy(() -> addresses.addresses("localhost", 8081)).isInstanceOf(PublicAddresses.Refused.class);
    }
}
