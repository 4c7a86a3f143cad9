// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.plugin.vsphere.vim.VimException;

/** Reads the machines of a daemon. One thread at a time. */
final class Domains {
    static final int STATE_RUNNING = 1;
    /** The only state in which no process has the disks open. */
    static final int STATE_SHUT_OFF = 5;

    private static final int XML_CURRENT = 0;
    /** Requests the description of a machine for its next start and not as it currently runs. */
    private static final int XML_INACTIVE = 2;
    /** The fault for a machine that does not exist. */
    private static final String GONE = "Libvirt42";

    private final RpcChannel channel;

    Domains(RpcChannel channel) {
        this.channel = channel;
    }

    /** A query about a machine that may vanish meanwhile. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** Returns the answer, or nothing if the machine no longer exists. */
    static <T> Optional<T> unlessGone(Question<T> question) throws IOException, InterruptedException {
        try {
            return Optional.of(question.ask());
        } catch (VimException e) {
            if (e.fault().equals(GONE)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns all machines, including running machines that are not defined. */
    List<DomainName> all(Duration limit) throws IOException, InterruptedException {
        XdrReader found = channel.call(
                Procedure.CONNECT_LIST_ALL_DOMAINS, new XdrWriter().number(1).number(0), limit);
        List<DomainName> domains = new ArrayList<>();
        for (int i = found.elements(); i > 0; i--) {
            domains.add(DomainName.read(found));
        }
        return domains;
    }

    int state(DomainName domain, Duration limit) throws IOException, InterruptedException {
        return channel.call(
                        Procedure.DOMAIN_GET_STATE,
                        domain.write(new XdrWriter()).number(0),
                        limit)
                .number();
    }

    /** Returns the description of a machine for its next start. */
    DomainDocument description(DomainName domain, Duration limit) throws IOException, InterruptedException {
        return description(domain, XML_INACTIVE, limit);
    }

    private DomainDocument description(DomainName domain, int flags, Duration limit)
            throws IOException, InterruptedException {
        return DomainDocument.read(channel.call(
                        Procedure.DOMAIN_GET_XML_DESC,
                        domain.write(new XdrWriter()).number(flags),
                        limit)
                .text());
    }

    /**
     * Returns the files of a machine's disks, as it currently runs and for its next start; none if the machine no
     * longer exists.
     */
    Set<String> sources(DomainName domain, Duration limit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        for (int flags : List.of(XML_CURRENT, XML_INACTIVE)) {
            unlessGone(() -> description(domain, flags, limit).sources()).ifPresent(sources::addAll);
        }
        return sources;
    }

    /** Returns the files of the disks of all machines. */
    Set<String> sources(Duration limit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        for (DomainName domain : all(limit)) {
            sources.addAll(sources(domain, limit));
        }
        return sources;
    }
}
