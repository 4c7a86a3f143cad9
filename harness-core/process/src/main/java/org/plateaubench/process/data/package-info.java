// SPDX-License-Identifier: Apache-2.0
/**
 * The life cycle of a workload's data in its SUT, which is the same for every workload. {@link
 * org.plateaubench.process.data.MarkedDataSet} decides by a {@link org.plateaubench.process.data.DataMarker} that is
 * stored with the data; the workload implements {@link org.plateaubench.process.data.MarkedData}.
 */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.process.data;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
