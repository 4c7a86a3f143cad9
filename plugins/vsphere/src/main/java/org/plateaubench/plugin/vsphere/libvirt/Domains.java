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

/** The machines that a daemon knows, as it reports them. One thread at a time. */
final class Domains {
    static final int STATE_RUNNING = 1;
    /** The only state without a process that has the disks open. */
    static final int STATE_SHUT_OFF = 5;

    private static final int XML_CURRENT = 0;
    /** Description of a machine as it will be started, not as it runs. */
    private static final int XML_INACTIVE = 2;
    /** The fault of a machine that does not exist. */
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

    /** The answer; empty where the machine is gone. */
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

    /** All machines, also those that run without being defined. */
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

    /** Description of a machine as it will be started. */
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

    /** What the disks of a machine lie on, as it runs and as it will be started; nothing for one that is gone. */
    Set<String> sources(DomainName domain, Duration limit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        for (int flags : List.of(XML_CURRENT, XML_INACTIVE)) {
            unlessGone(() -> description(domain, flags, limit).sources()).ifPresent(sources::addAll);
        }
        return sources;
    }

    /** What the disks of all machines lie on. */
    Set<String> sources(Duration limit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        for (DomainName domain : all(limit)) {
            sources.addAll(sources(domain, limit));
        }
        return sources;
    }
}
