// SPDX-License-Identifier: Apache-2.0
/** Summaries of stored runs for lists, read without trusting their folders. */
@NullMarked
package org.plateaubench.app.runs;

import org.jspecify.annotations.NullMarked;
