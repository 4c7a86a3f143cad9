// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.scenario.ScenarioWorkload.Clients;
import org.plateaubench.spi.UserContext;

/** The connections of an agent, which share a few threads. Any thread. */
final class GrpcChannels implements Clients<GrpcClient> {
    private static final int MAX_PORTS = 0xffff;
    private static final long CLOSE_SECONDS = 5;

    private final GrpcParameters parameters;
    private final InetSocketAddress address;
    private final ClientKeys keys;
    private final @Nullable SslContext tls;
    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("plateau-grpc-", 0).factory(),
            NioIoHandler.newFactory());

    GrpcChannels(GrpcParameters parameters) throws IOException {
        this.parameters = parameters;
        address = address(parameters.address());
        try {
            keys = parameters.certificate().keys();
            tls = parameters.tls() ? tls(parameters, keys) : null;
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The provider is that of the JDK, which loads no native library. */
    private static SslContext tls(GrpcParameters parameters, ClientKeys keys) throws IOException {
        SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                .keyManager(keys);
        if (parameters.anyCertificate()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (!parameters.trust().isEmpty()) {
            builder.trustManager(TrustedCertificates.in(Path.of(parameters.trust()))[0]);
        }
        return builder.build();
    }

    static InetSocketAddress address(String text) {
        URI uri = URI.create("grpc://" + text);
        if (uri.getHost() == null
                || uri.getPort() < 1
                || uri.getPort() > MAX_PORTS
                || !uri.getPath().isEmpty()) {
            throw new IllegalArgumentException(text);
        }
        return InetSocketAddress.createUnresolved(uri.getHost().replaceAll("[\\[\\]]", ""), uri.getPort());
    }

    @Override
    public GrpcClient client(UserContext user) {
        return new GrpcClient(this::channel, keys, parameters, user);
    }

    private ManagedChannel channel() {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(address.getHostString(), address.getPort()))
                .eventLoopGroup(threads)
                .channelType(NioSocketChannel.class)
                .withOption(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(parameters.connectTimeout().toMillis()))
                .directExecutor()
                .disableRetry()
                .userAgent("plateau")
                .maxInboundMessageSize(parameters.maxMessageBytes());
        return (tls == null ? builder.usePlaintext() : builder.sslContext(tls)).build();
    }

    /** Asks the server for descriptions of services. */
    GrpcTypes reflected(Collection<String> services) throws IOException {
        GrpcClient client = new GrpcClient(this::channel, keys, parameters);
        try {
            client.connect();
            return Reflection.ask(client, services);
        } finally {
            client.close();
        }
    }

    /** Ends the threads, after the connections were closed. */
    @Override
    public void close() {
        threads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
