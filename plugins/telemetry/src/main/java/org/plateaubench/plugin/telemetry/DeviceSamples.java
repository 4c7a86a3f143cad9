// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ObservedServiceType;
import org.snmp4j.CommunityTarget;
import org.snmp4j.MessageDispatcher;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.Target;
import org.snmp4j.UserTarget;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/**
 * Reads objects of a device, all in one message. Counters are running totals; a text that is a number is read as a
 * number.
 */
final class DeviceSamples extends PacedSource {
    /**
     * Longest wait for an answer; even with one repetition, it is less than the time for which other sources are
     * awaited.
     */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(2);

    private final HostPort device;
    private final List<String> names;
    private final List<OID> objects;
    private final SutAddress address;
    private volatile @Nullable Snmp session;
    private volatile boolean closed;

    DeviceSamples(SutAddress address) {
        super(Duration.parse(address.property("every")));
        this.address = address;
        device = HostPort.of(address.property("address")).orElseThrow();
        Map<String, String> numbers = ObservedServiceType.map(address, "objects");
        names = List.copyOf(numbers.keySet());
        objects = numbers.values().stream().map(OID::new).toList();
    }

    @Override
    protected List<Sample> read() throws IOException {
        Snmp open = session();
        boolean isVersion3 = !address.property("user").isEmpty();
        PDU request = isVersion3 ? new ScopedPDU() : new PDU();
        request.setType(PDU.GET);
        objects.forEach(object -> request.add(new VariableBinding(object)));
        ResponseEvent<UdpAddress> event = open.send(request, target(isVersion3));
        PDU answer = event == null ? null : event.getResponse();
        if (answer == null) {
            throw new IOException(device + " did not answer over SNMP within "
                    + 2 * RESPONSE_TIMEOUT.toSeconds() + " s; a device also does not answer if it does not accept the "
                    + (isVersion3 ? "user." : "community."));
        }
        if (answer.getType() == PDU.REPORT) {
            throw new IOException(device + " refused user, password or encryption (SNMP report "
                    + (answer.size() > 0 ? answer.get(0).getOid() : "without a number") + ").");
        }
        if (answer.getErrorStatus() != PDU.noError) {
            throw new IOException(device + " answered with the SNMP error " + answer.getErrorStatusText() + ".");
        }
        return samples(answer);
    }

    private List<Sample> samples(PDU answer) throws IOException {
        if (answer.size() != objects.size()) {
            throw new IOException(
                    device + " answered with " + answer.size() + " values instead of " + objects.size() + ".");
        }
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            Variable value = answer.get(i).getVariable();
            String name = names.get(i);
            boolean isTotal = value instanceof Counter32 || value instanceof Counter64;
            samples.add(new Sample(SeriesName.of(name), number(value), isTotal ? "count" : "value", isTotal));
        }
        return samples;
    }

    /** The number; NaN if the device has no such object, or a text there that is not a number. */
    private static double number(Variable value) {
        try {
            return value instanceof OctetString text
                    ? Double.parseDouble(text.toString().strip())
                    : value instanceof Null ? Double.NaN : value.toLong();
        } catch (NumberFormatException | UnsupportedOperationException e) {
            return Double.NaN;
        }
    }

    private Target<UdpAddress> target(boolean isVersion3) throws IOException {
        UdpAddress udpAddress = new UdpAddress(InetAddress.getByName(device.host()), device.port());
        Target<UdpAddress> target;
        if (isVersion3) {
            UserTarget<UdpAddress> user = new UserTarget<>();
            user.setSecurityName(new OctetString(address.property("user")));
            user.setSecurityLevel(
                    address.property("encryption").isEmpty() ? SecurityLevel.AUTH_NOPRIV : SecurityLevel.AUTH_PRIV);
            user.setVersion(SnmpConstants.version3);
            target = user;
        } else {
            target = new CommunityTarget<>(udpAddress, new OctetString(address.property("community")));
            target.setVersion(SnmpConstants.version2c);
        }
        target.setAddress(udpAddress);
        target.setRetries(1);
        target.setTimeout(RESPONSE_TIMEOUT.toMillis());
        return target;
    }

    private Snmp session() throws IOException {
        Snmp existing = session;
        if (existing != null) {
            return existing;
        }
        Snmp opened = new Snmp(new DefaultUdpTransportMapping());
        session = opened;
        if (closed) {
            opened.close();
            throw new IOException("The source was closed while it was being opened.");
        }
        if (!address.property("user").isEmpty()) {
            MessageDispatcher messages = opened.getMessageDispatcher();
            messages.removeMessageProcessingModel(messages.getMessageProcessingModel(MPv3.ID));
            messages.addMessageProcessingModel(version3());
        }
        opened.listen();
        return opened;
    }

    /**
     * Creates version 3 of SNMP with separate users and protocols, because the whole JVM shares those of the library.
     */
    private MPv3 version3() {
        SecurityProtocols protocols = new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.none);
        protocols.addAuthenticationProtocol(new AuthHMAC192SHA256());
        protocols.addAuthenticationProtocol(new AuthSHA());
        protocols.addPrivacyProtocol(new PrivAES128());
        byte[] engine = MPv3.createLocalEngineID();
        USM users = new USM(protocols, new OctetString(engine), 0);
        String encryption = address.property("encryption");
        boolean usesSha1 = address.property("authentication").equals(SnmpParameters.Authentication.SHA_1.name());
        users.addUser(new UsmUser(
                new OctetString(address.property("user")),
                usesSha1 ? AuthSHA.ID : AuthHMAC192SHA256.ID,
                new OctetString(address.property("password")),
                encryption.isEmpty() ? null : PrivAES128.ID,
                encryption.isEmpty() ? null : new OctetString(encryption)));
        SecurityModels models = new SecurityModels();
        models.addSecurityModel(users);
        return new MPv3(engine, null, protocols, models, CounterSupport.getInstance());
    }

    /** Closes the source, which also ends a running query. */
    @Override
    public void close() throws IOException {
        closed = true;
        Snmp open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
