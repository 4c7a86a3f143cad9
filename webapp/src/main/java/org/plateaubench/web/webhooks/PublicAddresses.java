// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.plateaubench.app.console.AllowListFile;

/**
 * Resolves the hosts of webhooks to addresses that may be called: public addresses, and any address of a host on the
 * allow list. The client uses this resolver, so that it connects only to checked addresses, even if a name resolves to
 * a different address a moment later. Any thread.
 */
final class PublicAddresses implements SocketAddressResolver {
    private static final int V4 = 4;

    /** Prefixes of IPv6 addresses that contain an IPv4 address in their last four bytes. */
    private static final List<byte[]> EMBEDDING = List.of(
            new byte[] {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0},
            new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff},
            new byte[12]);

    private final AllowListFile allowed;

    PublicAddresses(AllowListFile allowed) {
        this.allowed = allowed;
    }

    /** Thrown if an address may not be called. The message is one sentence for a person. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        try {
            promise.succeeded(addresses(host, port));
        } catch (IOException e) {
            promise.failed(e);
        }
    }

    /**
     * Returns the addresses of a host, all of which may be called.
     *
     * @throws Refused if one of them may not be called
     * @throws IOException if there is none, or the allow list cannot be read
     */
    List<InetSocketAddress> addresses(String host, int port) throws IOException {
        InetAddress[] found;
        try {
            found = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("no address is known of the host " + host, e);
        }
        boolean isListed = allowed.read().hosts().contains(host.toLowerCase(Locale.ROOT) + ":" + port);
        for (InetAddress address : found) {
            if (!isListed && !isPublic(address)) {
                throw new Refused("the host " + host + " is at " + address.getHostAddress()
                        + ", an inner address; an administrator can put " + host + ":" + port + " on the allow list");
            }
        }
        return Arrays.stream(found)
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    /** Returns whether an address is public, by the IANA's registries of special-purpose addresses. */
    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return bytes.length == V4 ? isPublicV4(bytes) : isPublicV6(bytes);
    }

    private static boolean isPublicV4(byte[] bytes) {
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        int third = bytes[2] & 0xff;
        boolean isShared = first == 100 && second >= 64 && second < 128;
        boolean isProtocol = first == 192 && second == 0 && (third == 0 || third == 2);
        boolean isRelay = first == 192 && second == 88 && third == 99;
        boolean isBenchmark = first == 198 && (second == 18 || second == 19);
        boolean isExample =
                (first == 198 && second == 51 && third == 100) || (first == 203 && second == 0 && third == 113);
        return first != 0 && first < 240 && !isShared && !isProtocol && !isRelay && !isBenchmark && !isExample;
    }

    private static boolean isPublicV6(byte[] bytes) {
        for (byte[] prefix : EMBEDDING) {
            if (Arrays.equals(prefix, Arrays.copyOf(bytes, prefix.length))) {
                return isPublicV4Embedded(bytes, prefix.length);
            }
        }
        int first = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        if (first == 0x2002) {
            return isPublicV4Embedded(bytes, 2);
        }
        boolean isDocumentation = first == 0x2001 && bytes[2] == 0x0d && (bytes[3] & 0xff) == 0xb8;
        boolean isProtocol = first == 0x2001 && (bytes[2] & 0xfe) == 0;
        // Of all other addresses, only those in 2000::/3 are assigned.
        return (first & 0xe000) == 0x2000 && !isDocumentation && !isProtocol;
    }

    private static boolean isPublicV4Embedded(byte[] bytes, int from) {
        try {
            return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + V4)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
