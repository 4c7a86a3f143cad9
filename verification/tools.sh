# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # variables of ./verify
#
# Sourced by ./verify: which tools the tests need, and how they are installed. All packages are installed by one apt-get, tools
# without a package by the clients of their registries, several at the same time, because each mostly waits.

# Newer versions cannot be installed by version, because they refer to a neighbouring folder.
readonly VCSIM=v0.37.2
readonly OTELCOL=v0.140.0
# A current version besides that of the distribution; harness-core/rig/pom.xml has its path.
readonly NATS=v2.14.8

have() {
    local name
    for name in "$@"; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

# verifies MODULE...: whether one of these modules, or all modules, are verified.
verifies() {
    local module
    [ ${#modules[@]} -gt 0 ] || return 0
    for module in "$@"; do
        case " ${modules[*]} " in *" $module "*) return 0 ;; esac
    done
    return 1
}

# needs PACKAGE REASON PROGRAM...: adds the package if none of the programs, by name or path, is installed.
packages=()
needs() {
    local package=$1 reason=$2
    shift 2
    ! have "$@" || return 0
    say "installing $package ($reason)"
    packages+=("$package")
}

list_packages() {
    needs maven "the build" mvn
    needs chromium "tests of pages in a browser" chromium chromium-browser google-chrome
    needs redis-server "tests against Redis" redis-server /usr/sbin/redis-server
    needs nats-server "tests of agents of other hosts" nats-server /usr/sbin/nats-server
    needs nodejs "tests of the console's scripts" node
}

# Packages that only tests with the tag "slow" need.
list_packages_of_all() {
    local mail="tests of the mail workload"
    needs strace "the test of what is forced to the disk" strace
    needs openssh-server "the test of agents that are started over ssh" sshd /usr/sbin/sshd
    needs haproxy "tests of Redis behind proxies" haproxy /usr/sbin/haproxy
    needs nutcracker "tests of Redis behind proxies (Twemproxy)" nutcracker /usr/sbin/nutcracker
    needs nginx-light "tests of the HTTP kit against nginx" nginx /usr/sbin/nginx
    needs dovecot-imapd "$mail against Dovecot" dovecot /usr/sbin/dovecot
    needs dovecot-lmtpd "$mail against Dovecot" /usr/lib/dovecot/lmtp /usr/libexec/dovecot/lmtp
    needs postfix "$mail against Postfix" postfix /usr/sbin/postfix
    needs radicale "$mail against Radicale" radicale
    needs fio "tests of tools as workloads" fio
    needs iperf3 "tests of tools as workloads" iperf3
    needs sysbench "tests of tools as workloads" sysbench
    needs stress-ng "tests of tools as workloads" stress-ng
    needs hpcc "tests of tools as workloads" hpcc
    needs wrk "tests of tools as workloads" wrk
    needs redis-tools "tests of tools as workloads" redis-benchmark
    needs postgresql "tests of tools as workloads" pgbench
    needs build-essential "tests of tools as workloads (a compile)" cc
    needs openjdk-17-jre-headless "tests of tools as workloads (JMH and Hadoop)" java
    /usr/bin/python3 -c 'import torch' 2>/dev/null || needs python3-torch "tests of tools as workloads" /none
    needs snmpd "tests of telemetry by SNMP" snmpd /usr/sbin/snmpd
    needs prometheus "tests of telemetry of Prometheus" prometheus
    if verifies plugins/telemetry; then
        needs ipmitool "tests of power meters by IPMI" ipmitool
        needs openipmi "tests of power meters by IPMI" ipmi_sim
        needs build-essential "the power readings of the IPMI simulator in tests" cc
        [ -e /usr/include/OpenIPMI/mcserv.h ] || needs libopenipmi-dev "those power readings" /none
        python3 -c 'import ensurepip' 2>/dev/null || needs python3-venv "the Redfish servers of tests, and a linter of examples" /none
    fi
    ! verifies plugins/vsphere verification harness-core/rig ||
        needs golang-go "the simulator of vCenter, the OpenTelemetry collector and a current nats-server" go
    if verifies plugins/vsphere verification; then
        needs libvirt-daemon "tests of the vSphere plugin against libvirt" libvirtd /usr/sbin/libvirtd
        needs libvirt-clients "tests of the vSphere plugin against libvirt" virsh
        needs qemu-system-x86 "machines of libvirt in tests" qemu-system-x86_64
        needs qemu-utils "disks of those machines" qemu-img
    fi
}

# Installs all packages at once, and starts none of their services, which would occupy ports.
install_packages() {
    local as_root=() policy=/usr/sbin/policy-rc.d by_hand failed
    [ ${#packages[@]} -gt 0 ] || return 0
    by_hand="sudo apt-get install ${packages[*]}"
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    have apt-get || give_up "these are missing; install them with this system's package manager: ${packages[*]}"
    ${as_root[@]+"${as_root[@]}"} true 2>/dev/null || give_up "these are missing; run: $by_hand"
    # Debian's means for this: a policy that forbids starting services while packages are installed.
    if [ ! -e "$policy" ] && printf '#!/bin/sh\nexit 101\n' | ${as_root[@]+"${as_root[@]}"} tee "$policy" >/dev/null 2>&1; then
        ${as_root[@]+"${as_root[@]}"} chmod 755 "$policy"
        # shellcheck disable=SC2064
        trap "${as_root[*]+${as_root[*]}} rm -f $policy" EXIT
    fi
    {
        ${as_root[@]+"${as_root[@]}"} apt-get -q update &&
            ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
                apt-get -q -y --no-install-recommends --no-remove install "${packages[@]}"
    } >>"$LOG" 2>&1 </dev/null || failed=yes
    [ -z "$(trap -p EXIT)" ] || { ${as_root[@]+"${as_root[@]}"} rm -f "$policy"; trap - EXIT; }
    [ -z "${failed:-}" ] || { tail -n 10 "$LOG" >&2; give_up "could not install packages; run: $by_hand"; }
    packages=()
}

# Go compares what it fetches with the public checksum database.
install_vcsim() {
    GOBIN=$PWD/.plateau/vcsim/$VCSIM GOFLAGS='' go install "github.com/vmware/govmomi/vcsim@$VCSIM"
}

install_nats() {
    GOBIN=$PWD/.plateau/nats GOFLAGS='' go install "github.com/nats-io/nats-server/v2@$NATS"
}

# Builds a collector with the two parts that tests need, pinned in the file; two minutes of processor time, once.
install_collector() {
    local folder=$PWD/.plateau/otelcol
    mkdir -p "$folder" && cp verification/otelcol/builder.yaml "$folder" &&
        GOBIN=$folder GOFLAGS='' go install "go.opentelemetry.io/collector/cmd/builder@$OTELCOL" &&
        (cd "$folder" && GOFLAGS='' ./builder --config builder.yaml)
}

# Hadoop's examples and JMH.
install_jars() {
    mvn -B -q -f verification/tool-jars.xml dependency:copy-dependencies -DoutputDirectory="$PWD/.plateau/jars" &&
        cp verification/tool-jars.xml .plateau/jars
}

# netperf, and the sources of Lua to compile: by lists like those of the system, but with sources and the component non-free.
install_from_debian() {
    local folder=$PWD/.plateau/debian apt
    apt=(apt-get -q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$folder/parts"
        -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache")
    rm -rf "$folder" && mkdir -p "$folder"/{parts,lists/partial,cache/archives/partial,netperf,lua} &&
        sed 's/^Types:.*/Types: deb deb-src/; s/^Components:.*/Components: main non-free/' \
            /etc/apt/sources.list.d/debian.sources >"$folder/parts/all.sources" && cd "$folder" && "${apt[@]}" update &&
        "${apt[@]}" source --download-only lua5.4 && tar -xf lua5.4_*.orig.tar.* -C lua --strip-components 1 &&
        "${apt[@]}" download netperf && dpkg-deb -x netperf_*.deb netperf
}

# begin FUNCTION SENTENCE: runs the function in the background. If it fails, the tests that need the tool are skipped.
beginnings=()
begin() {
    say "$2"
    "$1" >".plateau/$1.log" 2>&1 </dev/null &
    beginnings+=("$! $1")
}

install_others() {
    local each pid name
    ! verifies plugins/vsphere verification || [ -x ".plateau/vcsim/$VCSIM/vcsim" ] ||
        begin install_vcsim "installing vcsim $VCSIM, the simulator of vCenter of the govmomi project, into .plateau/vcsim (tests of the vSphere plugin)"
    ! verifies harness-core/rig || [ "$(.plateau/nats/nats-server --version 2>/dev/null)" = "nats-server: $NATS" ] ||
        begin install_nats "building nats-server $NATS into .plateau/nats (tests of agents of other hosts)"
    ! verifies verification || [ -x .plateau/otelcol/otelcol ] ||
        begin install_collector "building the OpenTelemetry collector $OTELCOL into .plateau/otelcol (the test of pushed metrics)"
    ! verifies verification || cmp -s verification/tool-jars.xml .plateau/jars/tool-jars.xml ||
        begin install_jars "fetching the jars of Hadoop's examples and of JMH into .plateau/jars (tests of tools as workloads)"
    ! verifies verification || [ -x .plateau/debian/netperf/usr/bin/netperf ] ||
        begin install_from_debian "fetching netperf and the sources of Lua into .plateau/debian (tests of tools as workloads)"
    for each in ${beginnings[@]+"${beginnings[@]}"}; do
        read -r pid name <<<"$each"
        if ! wait "$pid"; then
            tail -n 10 ".plateau/$name.log" >&2
            say "$name of verification/tools.sh failed, so the tests that need it are skipped; its log: .plateau/$name.log"
        fi
    done
}
