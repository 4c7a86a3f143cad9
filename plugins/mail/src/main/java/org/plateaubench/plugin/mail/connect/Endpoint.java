// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

/** The endpoint of one protocol of a site. */
public record Endpoint(String host, int port, Security security) {
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
