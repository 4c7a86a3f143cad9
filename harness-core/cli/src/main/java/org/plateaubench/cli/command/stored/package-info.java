// SPDX-License-Identifier: Apache-2.0
/** The commands for stored runs: judgement, reports, comparison, bundles, events and telemetry. */
@NullMarked
package org.plateaubench.cli.command.stored;

import org.jspecify.annotations.NullMarked;
