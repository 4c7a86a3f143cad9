// SPDX-License-Identifier: Apache-2.0
/** Commands about runs that are stored: their judgement, reports, comparison, bundles, events and telemetry. */
@NullMarked
package org.plateaubench.cli.command.stored;

import org.jspecify.annotations.NullMarked;
