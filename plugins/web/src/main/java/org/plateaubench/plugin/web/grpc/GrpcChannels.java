// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.ManagedChannel;
import io.grpc.Status;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.web.grpc.GrpcAnswers.GrpcAnswer;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.scenario.ScenarioWorkload.Clients;
import org.plateaubench.spi.UserContext;

/** The connections of an agent, which share a few threads. Thread-safe. */
final class GrpcChannels implements Clients<GrpcClient> {
    private static final int MAX_PORT = 0xffff;
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

    /** Uses the TLS provider of the JDK, which loads no native library. */
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
                || uri.getPort() > MAX_PORT
                || !uri.getPath().isEmpty()) {
            throw new IllegalArgumentException(text);
        }
        return InetSocketAddress.createUnresolved(uri.getHost().replaceAll("[\\[\\]]", ""), uri.getPort());
    }

    @Override
    public GrpcClient client(UserContext user) {
        return new GrpcClient(
                this::channel, keys, parameters, user::counter, user.trace().orElse(null));
    }

    private ManagedChannel channel() {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(address.getHostString(), address.getPort()))
                .eventLoopGroup(threads)
                .channelType(NioSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, GrpcClient.CONNECT_MILLIS)
                .directExecutor()
                .disableRetry()
                .userAgent("plateau")
                .maxInboundMessageSize(parameters.maxMessageBytes());
        return (tls == null ? builder.usePlaintext() : builder.sslContext(tls)).build();
    }

    GrpcTypes queryTypes(Collection<String> services) throws IOException {
        GrpcClient client = new GrpcClient(this::channel, keys, parameters, _ -> _ -> {}, null);
        try {
            client.connect();
            return Reflection.query(client, services);
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

    /**
     * Queries a server for the descriptions of its services (gRPC Server Reflection Protocol). Its messages are read by
     * the numbers of their fields, which are the same in both versions.
     */
    static final class Reflection {
        private static final List<String> VERSIONS = List.of("v1", "v1alpha");
        private static final int MAX_FILES = 10_000;
        private static final int FILE_BY_FILENAME = 3;
        private static final int FILE_CONTAINING_SYMBOL = 4;
        private static final int FILE_DESCRIPTOR_RESPONSE = 4;
        private static final int ERROR_RESPONSE = 7;
        private static final int FILES = 1;
        private static final int ERROR_MESSAGE = 2;

        private final GrpcClient client;
        private final Map<String, FileDescriptorProto> files = new HashMap<>();

        private Reflection(GrpcClient client) {
            this.client = client;
        }

        /**
         * Queries the descriptions of services.
         *
         * @throws IOException with a sentence if the server does not answer, or does not have a service
         */
        static GrpcTypes query(GrpcClient client, Collection<String> services) throws IOException {
            Reflection reflection = new Reflection(client);
            try {
                for (String service : services) {
                    reflection.add(FILE_CONTAINING_SYMBOL, service);
                }
                reflection.addImports();
                return new GrpcTypes(reflection.files);
            } catch (InvalidProtocolBufferException | DescriptorValidationException | IllegalArgumentException e) {
                throw new IOException("the descriptions of the services are invalid: " + e.getMessage(), e);
            }
        }

        /** Adds the imported files, which some servers send together. */
        private void addImports() throws IOException {
            Deque<FileDescriptorProto> unchecked = new ArrayDeque<>(files.values());
            while (!unchecked.isEmpty()) {
                for (String imported : unchecked.pop().getDependencyList()) {
                    if (files.size() > MAX_FILES) {
                        throw new IOException("the server describes its services by more than " + MAX_FILES + " files");
                    }
                    if (!files.containsKey(imported)) {
                        add(FILE_BY_FILENAME, imported);
                        unchecked.add(files.getOrDefault(imported, FileDescriptorProto.getDefaultInstance()));
                    }
                }
            }
        }

        private void add(int field, String name) throws IOException {
            UnknownFieldSet answer = UnknownFieldSet.parseFrom(answer(UnknownFieldSet.newBuilder()
                    .addField(
                            field,
                            UnknownFieldSet.Field.newBuilder()
                                    .addLengthDelimited(ByteString.copyFromUtf8(name))
                                    .build())
                    .build()
                    .toByteArray()));
            for (ByteString error : answer.getField(ERROR_RESPONSE).getLengthDelimitedList()) {
                List<ByteString> texts =
                        UnknownFieldSet.parseFrom(error).getField(ERROR_MESSAGE).getLengthDelimitedList();
                String reason = texts.isEmpty() ? "" : ": " + texts.getFirst().toString(StandardCharsets.UTF_8);
                throw new IOException("the server does not describe " + name + reason);
            }
            for (ByteString response : answer.getField(FILE_DESCRIPTOR_RESPONSE).getLengthDelimitedList()) {
                for (ByteString bytes :
                        UnknownFieldSet.parseFrom(response).getField(FILES).getLengthDelimitedList()) {
                    FileDescriptorProto file = FileDescriptorProto.parseFrom(bytes);
                    files.put(file.getName(), file);
                }
            }
        }

        private byte[] answer(byte[] request) throws IOException {
            Status status = Status.UNKNOWN;
            for (String version : VERSIONS) {
                GrpcAnswer answer = client.exchange(new GrpcClient.Request(
                        "grpc.reflection." + version + ".ServerReflection/ServerReflectionInfo", List.of(request)));
                status = answer.status();
                if (status.isOk() && !answer.messages().isEmpty()) {
                    return answer.messages().getFirst();
                }
            }
            throw new IOException("the server has no reflection (" + GrpcAnswer.describe(status)
                    + "), so name its .proto files by 'protos'");
        }
    }
}
